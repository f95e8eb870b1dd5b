/** States: empty, loading, offline, failed, and notes. */
import { t } from '../../state/i18n.ts'
import { Mark } from '../brand.tsx'
import { Button } from '../button.tsx'
import { CardSkeletons } from '../profile-card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FactList } from '../fact-list.tsx'
import { FictionalNote } from '../fictional-note.tsx'
import { Icon } from '../icon.tsx'
import { ICONS, type IconName } from '../icons.ts'
import { MORE_ICONS } from '../more-icons.ts'
import { Badge, LowBalance, FictionalMark, NewMark, OnlineDot, OnlineMark } from '../marks.tsx'
import { Note, type NoteTone, QuietLine } from '../note.tsx'
import { QrCode } from '../qr-code.tsx'
import { ScreenColumn } from '../screen-column.tsx'
import { CardSkeleton, ScreenSkeleton, Skeleton } from '../skeleton.tsx'
import { Shelf } from './shelf.tsx'

const TONES: readonly NoteTone[] = ['plain', 'fiction', 'good', 'warn', 'bad', 'plum']

export const States = () => (
  <>
    <Shelf name="Notes">
      {TONES.map((tone) => (
        <Note key={tone} tone={tone}>
          <p>{t(tone === 'fiction' ? 'footer.disclaimer' : 'shell.failedText', { age: 18 })}</p>
        </Note>
      ))}
      <FictionalNote name="Elena" />
      <QuietLine>{t('shell.offlineWaiting', { count: 3 })}</QuietLine>
      <QuietLine icon="clock">{t('shell.waiting', { count: 1 })}</QuietLine>
    </Shelf>
    <Shelf name="Columns">
      <ScreenColumn gap="large">
        <QuietLine>{t('shell.offline')}</QuietLine>
        <QuietLine icon="clock">{t('shell.waiting', { count: 2 })}</QuietLine>
      </ScreenColumn>
      <ScreenColumn narrow>
        <QuietLine>{t('shell.offline')}</QuietLine>
      </ScreenColumn>
    </Shelf>
    <Shelf name="Marks" row>
      <Mark />
      <Badge count={3} label={t('shell.unread', { count: 3 })} />
      <Badge count={100} />
      <LowBalance text={t('shell.balance', { count: 9 })} tone="warning" />
      <LowBalance text={t('shell.balance', { count: 0 })} tone="danger" />
      <FictionalMark />
      <NewMark />
      <OnlineMark />
      <OnlineDot />
    </Shelf>
    <Shelf name="Empty">
      <EmptyState title={t('shell.membersOnlyTitle')} text={t('shell.membersOnlyText')}>
        <Button>{t('shell.login')}</Button>
      </EmptyState>
      <EmptyState code="404" title={t('error.not_found')} text={t('shell.notFoundText')} />
      <EmptyState picture="none" title={t('error.server_error')}>
        <Button kind="second">{t('ui.tryAgain')}</Button>
      </EmptyState>
    </Shelf>
    <Shelf name="Loading">
      <Skeleton width="60%" height={28} />
      <Skeleton width={56} height={56} round />
      <CardSkeleton />
      <CardSkeletons count={2} />
      <ScreenSkeleton />
    </Shelf>
    <Shelf name="Facts">
      <QrCode text="https://visavis.example" label="QR" />
      <QrCode text="https://visavis.example/a/longer/request" label="QR" level="L" />
      <FactList
        facts={[
          { label: t('shell.language'), value: 'Deutsch' },
          { label: t('title.credits'), value: '250' },
        ]}
      />
    </Shelf>
    <Shelf name="Icons" row>
      {(Object.keys({ ...ICONS, ...MORE_ICONS }) as IconName[]).map((name) => (
        <Icon key={name} name={name} label={name} />
      ))}
    </Shelf>
  </>
)
