import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'

type Known = Sentence & { readonly name: SentenceName }

/** Facts about ripgrep before the first attempt. A path is null when nothing is there. */
export type RipgrepFacts = {
  readonly platform: NodeJS.Platform
  /** The person does not want the bundled one. */
  readonly preferSystem: boolean
  /** Built into the app's own file. */
  readonly embedded: string | null
  /** The expected path of the bundled program, and whether it exists. */
  readonly bundled: { readonly path: string; readonly exists: boolean } | null
  /** The first `rg` on the search path. */
  readonly system: string | null
}

export type RipgrepChoice = {
  readonly mode: 'system' | 'embedded' | 'builtin'
  readonly path: string
  /** Worth telling the person, or null when all is as it should be. */
  readonly note: Known | null
}

/** Chooses which ripgrep to use. When there is none, the missing path is kept: starting it fails and says why. */
export function chooseRipgrep({
  platform,
  preferSystem,
  embedded,
  bundled,
  system,
}: RipgrepFacts): RipgrepChoice {
  if (preferSystem)
    return { mode: 'system', path: system ?? 'rg', note: system === null ? missing(platform) : null }
  if (embedded !== null) return { mode: 'embedded', path: embedded, note: null }
  if (bundled?.exists === true) return { mode: 'builtin', path: bundled.path, note: null }
  if (system !== null) {
    return { mode: 'system', path: system, note: say('search.ripgrepReplaced', { path: system }) }
  }
  return { mode: 'builtin', path: bundled?.path ?? 'rg', note: missing(platform) }
}

function missing(platform: NodeJS.Platform): Known {
  if (platform === 'darwin') return say('search.ripgrepMissing', { how: 'brew install ripgrep' })
  if (platform === 'win32') {
    return say('search.ripgrepMissing', { how: 'winget install BurntSushi.ripgrep.MSVC' })
  }
  return say('search.ripgrepMissingHere')
}
