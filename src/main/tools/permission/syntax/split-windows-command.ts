import type { CommandSplit, SimpleCommand } from './split-command.ts'

const SHELL_STARTERS = /^(cmd|powershell|pwsh)(\.exe)?$/i

/**
 * Takes a PowerShell or cmd line apart. Only plain words are trusted: with any quote, variable, pipe or bracket
 * it says that it is unsure, and names every run of words so that a refusal still finds its command.
 */
export function splitWindowsCommand(script: string): CommandSplit {
  const plain = /^[\p{L}\p{N} ._/\\:=+-]+$/u.test(script)
  const words = script.trim().split(/ +/)
  const starter = SHELL_STARTERS.test(words[0] ?? '')
  const command: SimpleCommand = {
    text: plain ? words.join(' ') : script.trim(),
    alsoMatches: [...new Set([...formsOf(words), ...(plain && !starter ? [] : runsOfWords(script))])],
    mentions: [],
    exactOnly: null,
    assignments: [],
    wrapping: [],
    fed: [],
    variables: [],
    unsure: plain && !starter ? null : 'it uses more than plain words',
    words: plain ? words : [],
    patterns: [],
    ways: [[]],
  }
  return { commands: [command], files: [], ways: [[]] }
}

function formsOf(words: readonly string[]): string[] {
  const name = (words[0] ?? '').split(/[\\/]/).at(-1) ?? ''
  return [[name.replace(/\.(exe|cmd|bat|com|ps1)$/i, ''), ...words.slice(1)].join(' ')]
}

function runsOfWords(script: string): string[] {
  const forms: string[] = []
  for (const piece of script.slice(0, 20_000).split(/[;&|\n\r(){}<>]+/)) {
    const words = piece
      .replace(/["'`^]/g, '')
      .split(/\s+/)
      .filter((word) => word !== '')
    words.slice(0, 40).forEach((_, index) => {
      forms.push(...formsOf(words.slice(index)))
    })
  }
  return forms
}
