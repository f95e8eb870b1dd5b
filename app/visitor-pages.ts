/**
 * The pages that visitors find from elsewhere, and the metadata of their documents [SITE-14]. Pages with `modules` are
 * prerendered at build time (`prerender.tsx`), so they can be read before any script has loaded.
 */
import { LANDERS, type LanderName } from '#contract/landers.ts'
import { PAGES, type PageName } from '#contract/pages.ts'
import { LANDER_PAGES } from './features/landers/landers.ts'
import type { TextKey } from './state/i18n.ts'

export type VisitorPage = {
  /** The path as the server writes it: an optional segment comes last, with a question mark. */
  path: string
  /** A second path of the same page. */
  also?: string
  /** The picture that a shared link shows (`scripts/share-pictures.ts`). */
  picture: string
  /** The page's modules beyond the shell, as the build's manifest names them; `*` stands for the language. */
  modules?: readonly string[]
} & (
  | { title: TextKey; description: TextKey }
  /** A static page names and describes itself. */
  | { markdown: PageName }
)

const FIRST_TEXTS = '../locales/*.json?first'
const LANDER_TEXTS = '../locales/*.json?landers'

const lander = (name: LanderName): VisitorPage => ({
  path: `/landers/${name}${LANDERS[name] ? '/:slug?' : ''}`,
  title: LANDER_PAGES[name].title,
  description: LANDER_PAGES[name].description,
  picture: name,
  modules: ['features/landers/lander-screen.tsx', LANDER_PAGES[name].module, FIRST_TEXTS, LANDER_TEXTS],
})

const staticPage = (name: PageName): VisitorPage => ({
  path: `/pages/${name}`,
  also: `/${name}`,
  markdown: name,
  picture: 'pages',
  modules: ['features/pages/page-screen.tsx', '../locales/pages/*?pages', FIRST_TEXTS],
})

export const VISITOR_PAGES: readonly VisitorPage[] = [
  {
    path: '/',
    title: 'index.title',
    description: 'head.index',
    picture: 'index',
    modules: ['features/index/index-screen.tsx', FIRST_TEXTS],
  },
  {
    path: '/pricing',
    title: 'title.pricing',
    description: 'head.pricing',
    picture: 'pricing',
    modules: ['features/credits/pricing-screen.tsx', FIRST_TEXTS, '../locales/*.json?rest'],
  },
  { path: '/premium', title: 'title.premium', description: 'head.premium', picture: 'pricing' },
  { path: '/members', title: 'members.title', description: 'head.members', picture: 'members' },
  { path: '/signup', title: 'title.signup', description: 'head.signup', picture: 'index' },
  { path: '/login', title: 'login.title', description: 'head.login', picture: 'index' },
  { path: '/complaints', title: 'title.complaints', description: 'head.complaints', picture: 'pages' },
  ...(Object.keys(LANDERS) as LanderName[]).map(lander),
  ...PAGES.map(staticPage),
]
