/** A static page [SHELL-3]: rendered from its tree, with the values of the site filled in. */
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
  // Until the values are known, the prerendered HTML shows them; the tab's title would show placeholders.
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
      {/* The blocks of a page never change places, so their position is a stable key. */}
      {page.blocks.map((block, at) => (
        // eslint-disable-next-line react/no-array-index-key -- see above
        <PageBlock key={at} block={block} values={values} />
      ))}
    </article>
  )
}

const never = () => () => {}

/**
 * The site's values, or null until they are known. HTML made at build time has placeholders, which the server fills.
 * Hydration keeps that HTML; it changes only if a value has changed since.
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
