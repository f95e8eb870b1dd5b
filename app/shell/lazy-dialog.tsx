/**
 * A dialog or sheet whose code loads when it first opens. If the code cannot be loaded, a small note takes its place, and the
 * screen stays usable [PWA-15].
 */
import { useEffect, useState, type ComponentType } from 'react'
import { onBack } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { onMissingPart, partOf, unlessOffline } from './lazy-part.tsx'

/**
 * @param load as for `lazyPart` @param closedAt the value that `onClose` gets when the note is closed, if it takes one
 */
export const lazyDialog = <Props extends { onClose: (at: number) => void }>(
  load: () => Promise<ComponentType<Props>>,
  closedAt: (props: Props) => number = () => 0,
) => {
  let loaded: ComponentType<Props> | undefined
  const loadDialog = async (): Promise<ComponentType<Props>> => {
    loaded = await partOf(load, 'all')
    return loaded
  }
  return (props: Props) => {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded)
    const [isMissing, setMissing] = useState(false)
    const [tried, setTried] = useState<{ byHand: boolean } | null>(null)
    useEffect(() => {
      if (Part) return undefined
      let isClosed = false
      const arrived = (part: ComponentType<Props>): void => {
        if (!isClosed) setPart(() => part)
      }
      const failed = (): void => {
        if (!isClosed) setMissing(true)
      }
      const coming = unlessOffline(loadDialog())
      // After a failed retry by the member, this version's file may be gone from the server: reload the page.
      void (tried?.byHand ? coming.catch(onMissingPart) : coming).then(arrived, failed)
      return () => {
        isClosed = true
      }
    }, [Part, tried])
    const tryAgain = (byHand: boolean): void => {
      setMissing(false)
      setTried({ byHand })
    }
    useEffect(() => (isMissing ? onBack(() => tryAgain(false)) : undefined), [isMissing])
    if (Part) return <Part {...props} />
    if (!isMissing) return null
    return (
      <Dialog
        title={t('shell.partMissing')}
        sheet
        onClose={() => props.onClose(closedAt(props))}
        actions={<Button onClick={() => tryAgain(true)}>{t('ui.tryAgain')}</Button>}
      >
        <p className="muted">{t('shell.partMissingText')}</p>
      </Dialog>
    )
  }
}
