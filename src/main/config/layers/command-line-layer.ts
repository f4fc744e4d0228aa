import { parse, TomlError } from 'smol-toml'
import { CommandLineConfig, type UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { parseConfig } from '../toml/config-text.ts'

const NAME = '--set'
const EXAMPLE = '--set runs.maxTurns=20'

/**
 * Parses the settings of the command line, each as `key=value` with a dotted key and a TOML value. Text needs no quotes.
 * Throws an `AppError` for an unknown key or a wrong value.
 */
export function commandLineLayer(words: readonly string[]): UserConfig {
  return words.length === 0 ? {} : parseConfig(CommandLineConfig, words.map(tomlLine).join('\n'), NAME)
}

function tomlLine(word: string): string {
  const at = word.indexOf('=')
  const key = word.slice(0, at).trim()
  if (at < 1 || key === '')
    throw AppError.saying('config.invalid', say('setting.badSet', { word, example: EXAMPLE }))
  const value = word.slice(at + 1).trim()
  const line = `${key} = ${value}`
  return isToml(line) ? line : `${key} = ${JSON.stringify(value)}`
}

function isToml(line: string): boolean {
  try {
    parse(line)
    return true
  } catch (error) {
    if (error instanceof TomlError) return false
    throw error
  }
}
