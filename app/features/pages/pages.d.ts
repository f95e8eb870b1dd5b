// The trees of a language's pages (`scripts/page-trees.ts`).
declare module '*?pages' {
  import type { PageTrees } from './page-tree.ts'
  const trees: PageTrees
  export default trees
}
