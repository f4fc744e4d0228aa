import type { BundleField } from '#shared/mcp/bundle.ts'
import type { Manifest } from './manifest.ts'

type Launch = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Folders and signs that a manifest can name. */
export type LaunchPlace = { readonly folder: string; readonly home: string; readonly separator: string }

/** The values of the person by name. A secret is a reference to the vault. */
export type LaunchValues = Readonly<Record<string, { readonly text: string; readonly sensitive: boolean }>>

/** Returns the launch of a manifest on a system, with its placeholders. */
export function launchOf({ server }: Manifest, platform: string): Launch {
  const { command, args = [], env = {}, platform_overrides = {} } = server.mcp_config
  const other = Object.hasOwn(platform_overrides, platform) ? platform_overrides[platform] : undefined
  return { command: other?.command ?? command, args: other?.args ?? args, env: { ...env, ...other?.env } }
}

/** Returns the values that the person enters. */
export function fieldsOf({ user_config }: Manifest): readonly BundleField[] {
  return Object.entries(user_config).map(([name, value]) => ({
    name,
    required: value.required,
    sensitive: value.sensitive,
    description: value.description,
    title: value.title === '' ? name : value.title,
    kind: value.type === 'number' || value.type === 'boolean' ? value.type : 'text',
    initial: initialOf(value.default),
  }))
}

const initialOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join('\n') : value === undefined ? '' : String(value)

const PLACEHOLDER = /\$\{([^}]{1,120})\}/g
const WHOLE = /^\$\{user_config\.([^}]{1,100})\}$/
/** A secret alone, or behind one word such as `Bearer`: the forms that a reference to the vault can have. */
const REFERABLE = /^([A-Za-z]+ )?\$\{user_config\.([^}]{1,100})\}$/

/** Fills the placeholders of a launch, or says why that is impossible. */
export function filledLaunch(
  launch: Launch,
  place: LaunchPlace,
  values: LaunchValues,
): Launch | { readonly problem: string } {
  const secrets = new Set(Object.keys(values).filter((name) => values[name]?.sensitive))
  const exposed = [launch.command, ...launch.args].find((text) =>
    namesOf(text).some((name) => secrets.has(name)),
  )
  if (exposed !== undefined) {
    return { problem: 'It puts a secret into its command line, where other programs can read it.' }
  }
  const mixed = Object.values(launch.env).find(
    (text) => namesOf(text).some((name) => secrets.has(name)) && !REFERABLE.test(text),
  )
  if (mixed !== undefined) return { problem: 'It mixes a secret with other text in a variable.' }
  const unknown = [launch.command, ...launch.args, ...Object.values(launch.env)].flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => (isKnown(name, values) ? [] : [name])),
  )
  if (unknown[0] !== undefined)
    return { problem: `It needs the value \${${unknown[0]}}, which is not known.` }
  const fill = (text: string) => filled(text, place, values)
  return {
    command: fill(launch.command),
    args: launch.args.flatMap((text) => argsOf(text, place, values)),
    env: Object.fromEntries(
      Object.entries(launch.env).flatMap(([name, text]) => {
        const value = fill(text)
        return value === '' ? [] : [[name, value]]
      }),
    ),
  }
}

const namesOf = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) =>
    name.startsWith('user_config.') ? [name.slice('user_config.'.length)] : [],
  )

const PLACES: Readonly<Record<string, (place: LaunchPlace) => string>> = {
  __dirname: ({ folder }) => folder,
  HOME: ({ home }) => home,
  DESKTOP: ({ home, separator }) => `${home}${separator}Desktop`,
  DOCUMENTS: ({ home, separator }) => `${home}${separator}Documents`,
  DOWNLOADS: ({ home, separator }) => `${home}${separator}Downloads`,
  pathSeparator: ({ separator }) => separator,
  '/': ({ separator }) => separator,
}

const isKnown = (name: string, values: LaunchValues): boolean =>
  Object.hasOwn(PLACES, name) ||
  (name.startsWith('user_config.') && Object.hasOwn(values, name.slice('user_config.'.length)))

function filled(text: string, place: LaunchPlace, values: LaunchValues): string {
  return text.replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(PLACES, name)
      ? (PLACES[name]?.(place) ?? '')
      : (values[name.slice('user_config.'.length)]?.text ?? ''),
  )
}

/** A value alone is as many arguments as it has lines; none without a value. */
function argsOf(text: string, place: LaunchPlace, values: LaunchValues): readonly string[] {
  const alone = WHOLE.exec(text)?.[1]
  if (alone === undefined) return [filled(text, place, values)]
  return (values[alone]?.text ?? '').split('\n').filter((line) => line.trim() !== '')
}
