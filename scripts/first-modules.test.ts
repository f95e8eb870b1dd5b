import { describe, expect, test } from 'vitest'
import { firstModules } from './first-modules.ts'

const reached = (code: Record<string, string>): string[] => [
  ...firstModules('/a/main.tsx', (path) => code[path] ?? '').keys(),
]

describe('the modules that run before all texts are loaded', () => {
  test('[SHELL-1] end at a part that loads all texts beside itself', () => {
    const code = {
      '/a/main.tsx': `
        import { one } from './one.ts'
        import type { Gone } from './gone.ts'
        import { type GoneToo } from './gone.ts'
        import './look.css'
        export { two } from '../b/two.ts'
        const Dialog = lazyPart(() => import('./dialog.tsx').then((part) => part.Dialog))
        const Said = lazyPart(() => import('./first.tsx').then((part) => part.First), 'first')
        const Lander = lazyLander(() => import('./lander.tsx').then((part) => part.Lander))
        const Member = lazyLander(() => import('./member.tsx').then((part) => part.Member), 'all')
        void import('./later.ts').then(({ start }) => start())`,
    }
    expect(reached(code)).toEqual([
      '/a/main.tsx',
      '/a/one.ts',
      '/b/two.ts',
      '/a/first.tsx',
      '/a/lander.tsx',
      '/a/later.ts',
    ])
  })

  test('[SHELL-1] count the strings of their code, not those of their types', () => {
    const [[, module] = []] = [
      ...firstModules(
        '/a/main.ts',
        () => `
        type Which = 'in.type'
        const KEYS = { a: 'in.table' } as const satisfies Record<string, 'in.satisfies'>
        // 'in.comment'
        export const say = (code: string): string => t(code ? 'in.call' : tCode('error', code))`,
      ),
    ]
    expect([...(module?.strings ?? [])]).toEqual(['in.table', 'in.call', 'error'])
    expect([...(module?.prefixes ?? [])]).toEqual(['error'])
  })
})
