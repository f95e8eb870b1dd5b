/**
 * The tree of a static page, made from its Markdown at build time (`scripts/page-trees.ts`): no Markdown reaches the
 * browser.
 */
import type { PageName } from '#contract/pages.ts'

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] }

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }

export type PageTree = {
  title: string
  /** The first paragraph, which search engines show too. */
  description: string
  blocks: Block[]
}

export type PageTrees = Record<PageName, PageTree>
