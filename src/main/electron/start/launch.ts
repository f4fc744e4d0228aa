import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/** The targets on the command line. Also sent from a second instance to the first. */
export const Launch = z.strictObject({
  /** An absolute path, as typed and not checked for existence. */
  project: z.string().max(4_096).nullable(),
  workflowRun: z.string().max(200).nullable(),
  /** The id of a project in the list, as a link names it. */
  knownProject: z.string().max(200).nullable(),
  /** The id of a chat, or words of its title. */
  session: z.string().max(400).nullable(),
  /** Settings of the command line, each as `key=value`. */
  set: z.array(z.string().max(4_096)).max(100),
})
export type Launch = z.infer<typeof Launch>

export const NO_LAUNCH: Launch = {
  project: null,
  knownProject: null,
  workflowRun: null,
  session: null,
  set: [],
}

/** Reads our options out of a command line that also carries Chromium's switches and the app's folder. */
export function parseLaunch(argv: readonly string[], cwd: string): Launch {
  const link = argv.find((word) => word.startsWith(`${LINK}//`))
  // A link comes from another program. Nothing else that it hands over counts.
  if (link !== undefined) return parseLink(link)
  const { values } = parseArgs({
    args: [...argv],
    options: {
      project: { type: 'string' },
      'workflow-run': { type: 'string' },
      session: { type: 'string' },
      set: { type: 'string', multiple: true },
    },
    strict: false,
    allowPositionals: true,
  })
  const project = textOf(values['project'])
  return {
    ...NO_LAUNCH,
    project: project === null ? null : resolve(cwd, project),
    workflowRun: textOf(values['workflow-run']),
    session: textOf(values['session']),
    set: textsOf(values['set']),
  }
}

/** The scheme of links to projects, chats and runs. */
export const LINK = 'orrery:'

/**
 * Reads `orrery://project/<id>`, `orrery://chat/<id>` and `orrery://run/<id>`. A link only shows what is there: it adds no
 * project, sends nothing and starts nothing. Any other link asks for nothing.
 */
export function parseLink(link: string): Launch {
  const [, kind, id] = /^orrery:\/\/(project|chat|run)\/([A-Za-z0-9_-]{1,200})\/?$/.exec(link) ?? []
  if (kind === undefined || id === undefined) return NO_LAUNCH
  if (kind === 'project') return { ...NO_LAUNCH, knownProject: id }
  return kind === 'chat' ? { ...NO_LAUNCH, session: id } : { ...NO_LAUNCH, workflowRun: id }
}

/**
 * A launch in the form in which a second instance sends it. Only ASCII: on Linux some other characters make
 * Electron lose what was sent.
 */
export function packLaunch(launch: Launch): { readonly launch: string } {
  return { launch: encodeURIComponent(JSON.stringify(launch)) }
}

/** Returns the request of a second instance; empty if unreadable. */
export function unpackLaunch(sent: unknown): Launch {
  const packed = z.object({ launch: z.string() }).safeParse(sent)
  if (!packed.success) return NO_LAUNCH
  try {
    return Launch.parse(JSON.parse(decodeURIComponent(packed.data.launch)))
  } catch {
    // Sent by an instance of another version, or by something that is none.
    return NO_LAUNCH
  }
}

/** The values of an option that may be repeated. */
function textsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  return all.filter((each) => typeof each === 'string')
}

/** An option without its value reads as another option, or as `true`; neither is a path. */
function textOf(value: string | boolean | (string | boolean)[] | undefined): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('--') ? value : null
}
