/** One block of a static page: heading, paragraph or list. */
import { Link } from 'wouter'
import { filled } from '#contract/pages.ts'
import type { Block, Inline } from './page-tree.ts'

type Values = Record<string, string>

export const PageBlock = ({ block, values }: { block: Block; values: Values }) => {
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
        <li key={at}>
          <Inlines inlines={item} values={values} />
        </li>
      ))}
    </List>
  )
}

const Inlines = ({ inlines, values }: { inlines: readonly Inline[]; values: Values }) =>
  // eslint-disable-next-line react/no-array-index-key -- a page's parts never change places
  inlines.map((inline, at) => <One key={at} inline={inline} values={values} />)

const One = ({ inline, values }: { inline: Inline; values: Values }) => {
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
export const PageText = ({ text, values }: { text: string; values: Values }) =>
  HAS_VALUES.test(text) ? <span suppressHydrationWarning>{filled(text, values)}</span> : text
