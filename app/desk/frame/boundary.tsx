import { Component, type ReactNode } from 'react'
import { t } from '../texts.ts'
import { DeskButton } from '../ui/desk-button.tsx'
import { Empty } from '../ui/parts.tsx'
import { Head, Main } from './head.tsx'

/** Shows a message in place of a screen that threw, or whose code is gone after a new version. The frame around it stays. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <>
        <Head title={t('frame.broken')} />
        <Main>
          <Empty
            icon="alert"
            title={t('frame.broken')}
            text={t('frame.brokenText')}
            action={
              <DeskButton kind="second" onClick={() => location.reload()}>
                {t('frame.reload')}
              </DeskButton>
            }
          />
        </Main>
      </>
    )
  }
}
