import { join } from 'node:path'
import { firstPart } from '#shared/first-part.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HealthLine } from '#shared/ipc/calls/app-calls.ts'
import type { AppEnvironment, AppVersion } from '#shared/ipc/calls/diagnostic-calls.ts'
import type { ReportPart } from '#shared/report/problem-report.ts'
import { newestLines } from './newest-lines.ts'

type Deps = {
  readonly version: AppVersion
  /** The system with its version, as `linux 6.1 x64`. */
  readonly system: string
  readonly locale: string
  readonly health: () => Promise<readonly HealthLine[]>
  readonly environment: () => AppEnvironment
  readonly log: string
  /** The folder with a log for each chat. */
  readonly sessionLogs: string
  /** The home folder of the person, whose name often is that of the person. */
  readonly personHome: string
  readonly redact: (text: string) => string
  readonly now: () => number
}

type Asked = { readonly sessionId: SessionId | null; readonly parts: readonly ReportPart[] }

const MOST_ERRORS = 40
const MOST_CHAT_LINES = 150
/** Longest line in characters. */
const LONGEST_LINE = 1_000

/**
 * Creates the text of reports of a problem, in Markdown and in English, for the people who work on the app. Secrets are
 * taken out, and the person's home folder becomes `~`.
 */
export function createProblemReport(deps: Deps) {
  const { personHome } = deps
  // On Windows the lines of a log hold each backslash twice.
  const homes = new Set([JSON.stringify(personHome).slice(1, -1), personHome])
  const hide = (text: string): string => {
    const redacted = deps.redact(text)
    return personHome.length > 1
      ? [...homes].reduce((left, home) => left.replaceAll(home, '~'), redacted)
      : redacted
  }
  // The end of a cut line may be half a secret, so lines are searched first.
  const hidden = (lines: readonly string[]) => fenced(lines.map(hide))
  const parts: Readonly<Record<ReportPart, (asked: Asked) => Promise<string>>> = {
    health: async () =>
      section(
        'Health',
        (await deps.health()).map(
          ({ part, ok, detail, fix }) =>
            `- ${part}: ${ok ? 'works' : 'does not work'}. ${detail.text}${fix === null ? '' : ` ${fix.text}`}`,
        ),
      ),
    errors: async () =>
      section(
        'Newest warnings and errors of the log',
        hidden(await newestLines(deps.log, MOST_ERRORS, isBad)),
      ),
    environment: async () =>
      section(
        'Environment',
        hidden(deps.environment().variables.map(({ name, value }) => `${name}=${value}`)),
      ),
    chat: async ({ sessionId }) =>
      sessionId === null
        ? ''
        : section(
            'Log of the chat, without its words',
            hidden(await newestLines(join(deps.sessionLogs, `${sessionId}.log`), MOST_CHAT_LINES)),
          ),
  }
  return async (asked: Asked): Promise<string> => {
    const { version, electron, node, build } = deps.version
    const head = section('Version', [
      `- Orrery ${version}${build === null ? '' : `, commit ${build.commit}, built ${build.builtAt}`}`,
      `- Electron ${electron}, Node ${node}`,
      `- ${deps.system}, language ${deps.locale}`,
      `- Report made ${new Date(deps.now()).toISOString()}`,
    ])
    const texts = [head]
    for (const part of new Set(asked.parts)) texts.push(await parts[part](asked))
    return hide(texts.filter((each) => each !== '').join('\n\n'))
  }
}

const section = (title: string, lines: readonly string[]): string =>
  [`## ${title}`, lines.length === 0 ? 'None.' : lines.join('\n')].join('\n\n')

/** Lines between fences that none of them can close. */
function fenced(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const short = lines.map((line) =>
    line.length <= LONGEST_LINE ? line : `${firstPart(line, LONGEST_LINE)}…`,
  )
  const longest = short
    .flatMap((line) => line.match(/`{3,}/g) ?? [])
    .reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return [fence, ...short, fence]
}

/** Whether a line of the log is a warning or an error. */
const isBad = (line: string): boolean => /^\{"at":"[^"]*","level":"(?:warn|error)"/.test(line)
