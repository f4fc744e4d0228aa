import type { Command, Option } from './command.ts'

/** Returns the list of all commands. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return `Usage: orrery [folder]            open the window, with the folder as a project
       orrery <command> [options]

Commands:
${table(rows)}

orrery <command> --help shows the options of a command.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied or needs a person, 4 limit reached, 130 interrupted.
`
}

/** Returns the help of one command. */
export function helpOf({ name, summary, usage, options }: Command): string {
  const rows = Object.entries(options).map(([key, option]) => [signature(key, option), option.help] as const)
  const list = rows.length === 0 ? '' : `\nOptions:\n${table(rows)}\n`
  return `Usage: orrery ${`${name} ${usage}`.trim()}\n\n${summary[0]?.toUpperCase()}${summary.slice(1)}.\n${list}`
}

function signature(key: string, { short, type, value }: Option): string {
  const names = short === undefined ? `--${key}` : `-${short}, --${key}`
  if (type === 'boolean') return names
  return `${names} <${typeof value === 'string' ? value : (value ?? ['value']).join('|')}>`
}

/** Beyond this width the help of an option goes below its names. */
const WIDEST = 32

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)))
  return rows
    .map(([left, right]) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n')
}
