import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'
import { onlyWord } from './files-commands.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Creates `orrery completion`, which prints the completion script of a shell. `all` are the other commands. */
export function completionCommand(all: readonly Command[]): Command {
  const own: Command = {
    name: 'completion',
    summary: 'print the completion script of bash, zsh or fish',
    usage: '<bash | zsh | fish>',
    words: SHELLS,
    options: {},
    run: async (parsed, { terminal }) => {
      const named = onlyWord(parsed, 'a shell: bash, zsh or fish')
      const shell = SHELLS.find((each) => each === named)
      if (shell === undefined)
        throw new UsageError(`There is no completion for ${named}, only for ${SHELLS.join(', ')}.`)
      const commands = [...all, own]
      terminal.out(shell === 'fish' ? fish(commands) : shell === 'zsh' ? zsh(commands) : bash(commands))
      return EXIT_CODES.done
    },
  }
  return own
}

const optionsOf = ({ options }: Command): string[] => [
  '--help',
  ...Object.keys(options).map((name) => `--${name}`),
]

function bash(commands: readonly Command[]): string {
  const cases = commands.map(
    (command) =>
      `    ${command.name}) words="${[...optionsOf(command), ...(command.words ?? [])].join(' ')}" ;;`,
  )
  return `_orrery() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help" -- "$current") $(compgen -d -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _orrery orrery
`
}

const zsh = (commands: readonly Command[]): string =>
  `#compdef orrery\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options, words = [] }) => [
    `complete -c orrery -n __fish_use_subcommand -a ${name} -d ${JSON.stringify(summary)}`,
    ...words.map((word) => `complete -c orrery -n '__fish_seen_subcommand_from ${name}' -a ${word}`),
    ...Object.entries(options).map(([key, { help }]) => {
      return `complete -c orrery -n '__fish_seen_subcommand_from ${name}' -l ${key} -d ${JSON.stringify(help)}`
    }),
  ])
  return `${lines.join('\n')}\n`
}
