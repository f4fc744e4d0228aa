import { build } from 'vite'

/**
 * Builds programs as `build-once.ts` asks, in a process of its own. The argument is the configuration of Vite as JSON.
 */
const config = JSON.parse(process.argv[2] ?? '{}')
await build({ ...config, configFile: false, logLevel: 'error', publicDir: false, ssr: { noExternal: true } })
