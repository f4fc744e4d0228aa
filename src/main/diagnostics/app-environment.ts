import type { AppEnvironment } from '#shared/ipc/calls/diagnostic-calls.ts'
import { isSecretVariable } from '../lib/secret-variables.ts'

type Deps = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly electron: string
  readonly version: string
  /** Names of variables that hold a secret because a setting refers to them. */
  readonly secretNames: () => ReadonlySet<string>
  /** Takes secrets out of a value that is shown, such as the password in the address of a proxy. */
  readonly redact: (text: string) => string
}

/** Variables that change how the app, its runtime or its providers work. */
const SHOWN =
  /^(ORRERY_\w+|FEATURE_\w+|NODE_\w+|ELECTRON_\w+|(ANTHROPIC|OPENAI|AZURE_OPENAI|GEMINI|GOOGLE|MISTRAL|GROQ|DEEPSEEK|OPENROUTER|XAI|OLLAMA|AWS)_\w+|(HTTP|HTTPS|ALL|NO)_PROXY|LANG|LC_ALL|SHELL|TERM|PATH|DISPLAY|WAYLAND_DISPLAY|XDG_\w+)$/i

/** Replaces a secret value; its length stays unknown. */
const MASK = '••••••••'

/** Creates the report about the runtime and its variables. No secret value leaves it. */
export function createAppEnvironment({ env, home, electron, version, secretNames, redact }: Deps) {
  return (): AppEnvironment => ({
    runtime: [
      { name: 'Orrery', value: version },
      { name: 'Electron', value: electron },
      { name: 'Node', value: process.versions.node },
      { name: 'V8', value: process.versions.v8 },
      { name: 'OS', value: `${process.platform} ${process.arch}` },
      { name: 'PID', value: String(process.pid) },
      { name: 'Home', value: home },
    ],
    variables: Object.entries(env)
      .flatMap(([name, value]) => {
        if (value === undefined || !SHOWN.test(name)) return []
        const secret = secretNames().has(name) || isSecretVariable(name, value)
        return [{ name, value: secret ? MASK : redact(value), secret }]
      })
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  })
}
