/** The placeholder of a conversation that is loading. */
import { WayBack } from '../../shell/way-back.tsx'
import { t } from '../../state/i18n.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import header from './conversation-header.module.css'
import styles from './conversation.module.css'

const WIDTHS = ['56%', '40%', '62%', '34%', '48%', '58%']

export const ConversationSkeleton = () => (
  <div className={styles['conversation']}>
    <header className={header['header']}>
      <WayBack route="chats-id" className={header['back']} />
      <h1 className="vh">{t('title.chats')}</h1>
      <Skeleton width={44} height={44} round />
      <Skeleton width="40%" height={18} />
    </header>
    <div className={styles['bubbles']}>
      <Loading />
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={width} height={44} className={styles['bubble']} />
      ))}
    </div>
  </div>
)
