/** A static page [SHELL-3]: rendered from its tree, with the values of the site filled in. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, use, useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { Locale } from '#contract/locales.ts'
import { filled, type PageName } from '#contract/pages.ts'
import { itemAnchor } from '#contract/rules/house-rules.ts'
import { pageValues } from '#contract/rules/page-values.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { locale } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { useResource } from '../../state/resource.ts'
import { settings } from '../../state/site.ts'
import { classes } from '../../ui/classes.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { PageTrees, Block, Inline } from './page-tree.ts'
import styles from './pages.module.css'

export const PageScreen = ({ name }: { name: PageName }) => (
  <Suspense fallback={<PageSkeleton />}>
    <Page name={name} />
  </Suspense>
)

const Page = ({ name }: { name: PageName }) => {
  useSignals()
  const page = use(treesOf(locale.value))[name]
  const { values, error, refresh } = useValues()
  const title = values && filled(page.title, values)
  // Until the values are known, the prerendered HTML shows them; the tab's title would show placeholders.
  usePageTitle(title === null || title.includes('{{') ? null : title)
  const isShown = values !== null
  // The page may load after the browser has looked for the fragment.
  useEffect(() => {
    if (isShown && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isShown])
  if (!values && error) return <FailedData error={error} onRetry={refresh} />
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

/** The subscription to a value that never changes. */
const neverChanges = () => () => {}

/**
 * The site's values, or null until they are known, with the reason if they could not be loaded. HTML made at build time has
 * placeholders, which the server fills. Hydration keeps that HTML; it changes only if a value has changed since.
 */
const useValues = () => {
  const isHydration = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [cameAsMarkup] = useState(isHydration)
  const { data, error, refresh } = useResource('companyinfo.get', {})
  const site = settings.value
  const values = site && data ? pageValues(site, data.companyinfo, locale.value) : cameAsMarkup ? {} : null
  return { values, error, refresh }
}

const PageSkeleton = () => (
  <div className={classes(styles['page'], styles['loading'])}>
    <Loading />
    <Skeleton width="60%" height={32} />
    <Skeleton />
    <Skeleton width="80%" />
    <Skeleton height={120} />
    <Skeleton height={160} />
  </div>
)

type Load = () => Promise<{ default: PageTrees }>

/** The static pages of a language are one chunk, so that all of them work offline once one was read. */
const LOADS: Record<Locale, Load> = {
  it: () => import('../../../locales/pages/it?pages'),
  en: () => import('../../../locales/pages/en?pages'),
  de: () => import('../../../locales/pages/de?pages'),
  es: () => import('../../../locales/pages/es?pages'),
  fr: () => import('../../../locales/pages/fr?pages'),
  nl: () => import('../../../locales/pages/nl?pages'),
  pl: () => import('../../../locales/pages/pl?pages'),
}

/** Loads the pages of the language in use, so that the first of them opens at once. */
export const loadPages = async (): Promise<void> => {
  await treesOf(locale.peek())
}

const loads = new Map<Locale, Promise<PageTrees>>()

/** Returns the same promise until it fails, so that the components that wait for it load once. */
const treesOf = (locale: Locale): Promise<PageTrees> => {
  const loading = loads.get(locale) ?? LOADS[locale]().then((part) => part.default)
  loads.set(locale, loading)
  loading.catch(() => loads.delete(locale))
  return loading
}

type Values = Record<string, string>

/** One block of a static page: heading, paragraph or list. */
const PageBlock = ({ block, values }: { block: Block; values: Values }) => {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Inlines inlines={block.inlines} values={values} />
      </p>
    )
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3'
    return (
      <Heading id={block.id}>
        <Inlines inlines={block.inlines} values={values} />
      </Heading>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, at) => (
        // eslint-disable-next-line react/no-array-index-key -- a page's parts never change places
        <li key={at} id={block.ordered ? itemAnchor(at + 1) : undefined}>
          <Inlines inlines={item} values={values} />
        </li>
      ))}
    </List>
  )
}

const Inlines = ({ inlines, values }: { inlines: readonly Inline[]; values: Values }) =>
  // eslint-disable-next-line react/no-array-index-key -- a page's parts never change places
  inlines.map((inline, at) => <InlinePart key={at} inline={inline} values={values} />)

const InlinePart = ({ inline, values }: { inline: Inline; values: Values }) => {
  if (inline.kind === 'text') return <PageText text={inline.text} values={values} />
  const inside = <Inlines inlines={inline.inlines} values={values} />
  if (inline.kind === 'strong') return <strong>{inside}</strong>
  const to = filled(inline.href, values)
  if (to.startsWith('/')) return <Link href={to}>{inside}</Link>
  return (
    <a href={to} suppressHydrationWarning>
      {inside}
    </a>
  )
}

const HAS_VALUES = /\{\{/

/**
 * Text with values of the site is an element of its own, so that hydration keeps the values filled in by the server.
 */
const PageText = ({ text, values }: { text: string; values: Values }) =>
  HAS_VALUES.test(text) ? <span suppressHydrationWarning>{filled(text, values)}</span> : text
