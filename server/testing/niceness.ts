import { readdirSync, readFileSync } from 'node:fs'

/** The niceness of each thread of a process, as Linux has it. @param name of the threads; all if left out */
export const nicenessOf = (pid: number, name?: string): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    // The name stands in brackets and may contain spaces.
    const [, called, rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    return name === undefined || called === name ? [Number(rest.split(' ')[16])] : []
  })
