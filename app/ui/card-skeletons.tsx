/** A grid of cards that are loading. */
import { t } from '../state/i18n.ts'
import { CardGrid } from './profile-card.tsx'
import { CardSkeleton, Loading } from './skeleton.tsx'

export const CardSkeletons = ({ count }: { count: number }) => (
  <>
    <Loading />
    <CardGrid label={t('ui.loading')}>
      {Array.from({ length: count }, (_, place) => (
        <li key={place}>
          <CardSkeleton />
        </li>
      ))}
    </CardGrid>
  </>
)
