// The trees of a language's pages (`scripts/page-trees.ts`).
declare module '*?pages' {
  const trees: import('./page-tree.ts').PageTrees
  export default trees
}
