/** A static page [SHELL-3]: read from its tree, with the values of the site in their places. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, use, useState, useSyncExternalStore } from 'react'
import { filled, type PageName } from '#contract/pages.ts'
import { pageValues } from '#contract/rules/page-values.ts'
import { locale } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { settings } from '../../state/site.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PageBlock, PageText } from './page-block.tsx'
import styles from './pages.module.css'
import { treesOf } from './trees.ts'

export const PageScreen = ({ name }: { name: PageName }) => (
  <Suspense fallback={<PageSkeleton />}>
    <Page name={name} />
  </Suspense>
)

const Page = ({ name }: { name: PageName }) => {
  useSignals()
  const page = use(treesOf(locale.value))[name]
  const values = useValues()
  const title = values && filled(page.title, values)
  // Until the values are known, the markup that was taken over has them; the tab has no markup to keep.
  usePageTitle(title === null || title.includes('{{') ? null : title)
  if (!values) return <PageSkeleton />
  return (
    <article className={styles['page']}>
      <h1>
        <PageText text={page.title} values={values} />
      </h1>
      <p className={styles['lead']}>
        <PageText text={page.description} values={values} />
      </p>
      {/* What a page is made of never changes places: its position is what it is known by. */}
      {page.blocks.map((block, at) => (
        // eslint-disable-next-line react/no-array-index-key -- see above
        <PageBlock key={at} block={block} values={values} />
      ))}
    </article>
  )
}

const never = () => () => {}

/**
 * The site's values, or null until they are known. Markup made at build time has their names in their places, which the
 * server fills: it is taken over as it is, and changes only where a value is another by now.
 */
const useValues = (): Record<string, string> | null => {
  const isTakenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [cameAsMarkup] = useState(isTakenOver)
  const company = useResource('companyinfo.get', {}).data?.companyinfo
  const site = settings.value
  if (site && company) return pageValues(site, company, locale.value)
  return cameAsMarkup ? {} : null
}

const PageSkeleton = () => (
  <div className={styles['page']}>
    <Loading />
    <Skeleton width="60%" height={32} />
    <Skeleton />
    <Skeleton width="80%" />
    <Skeleton height={120} />
    <Skeleton height={160} />
  </div>
)
