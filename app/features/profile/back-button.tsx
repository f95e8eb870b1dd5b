/** Off a profile: back in the installed app [SHELL-11], else up to the list it belongs to, where one left it. */
import { BackButton as Back, hasBack } from '../../shell/back-button.tsx'
import { goBackTo } from '../../ports/history.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RoundLink } from '../../ui/button.tsx'

const ROUTES = { members: 'members-id', likes: 'likes-m-id' } as const

export const BackButton = ({ to }: { to: 'members' | 'likes' }) =>
  hasBack(ROUTES[to]) ? (
    <Back route={ROUTES[to]} on="lift" />
  ) : (
    <RoundLink
      icon="chevron-left"
      label={t(to === 'members' ? 'shell.backToSearch' : 'shell.backToLikes')}
      on="lift"
      href={href(to)}
      onClick={(event) => {
        if (goBackTo(href(to))) event.preventDefault()
      }}
    />
  )
