/** Back to the list one came from; a profile opened by its address leads to the list it belongs to. */
import { useLocation } from 'wouter'
import { canGoBack, goBack } from '../../ports/history.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RoundButton } from '../../ui/button.tsx'

export const BackButton = ({ to }: { to: 'members' | 'likes' }) => {
  const [, navigate] = useLocation()
  return (
    <RoundButton
      icon="chevron-left"
      label={t('ui.back')}
      on="lift"
      onClick={() => {
        if (canGoBack()) goBack()
        else navigate(href(to))
      }}
    />
  )
}
