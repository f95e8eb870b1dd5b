/** Installs the files of the repository into a fresh folder as `docs/operations.md` says, and prints how long and how large. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

const megabytesOf = (folder: string): number => Number(execFileSync('du', ['-sm', folder]).toString().split('\t')[0])

export const installFresh = (root: string, folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  const began = Date.now()
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
  run('npm', 'ci', '--include=dev', '--no-audit', '--no-fund')
  const all = megabytesOf(folder)
  run('npm', 'run', 'build')
  run('deploy/production-packages')
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`installed in ${seconds} s: ${all} MB to build, ${megabytesOf(folder)} MB to run`)
}
