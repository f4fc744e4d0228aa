import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/**
 * The oldest runtime we start in. electron-vite would take these from the installed version, but the
 * Electron in use can be older than that one.
 */
const nodeTarget = 'node20.18'
const chromeTarget = 'chrome130'

/** Packages with a native part or a binary beside them; all others are bundled. */
const external = ['better-sqlite3', 'sqlite-vec', 'keytar', '@lydell/node-pty', '@vscode/ripgrep']

/** Programs of their own beside the main process. */
const processes = {
  askpass: resolve(import.meta.dirname, 'resources/askpass/askpass.cjs'),
  'keychain-process': resolve(import.meta.dirname, 'src/main/vault/keychain-process.ts'),
  'index-worker': resolve(import.meta.dirname, 'src/main/app/index-worker.ts'),
  'wal-worker': resolve(import.meta.dirname, 'src/main/database/wal-worker.ts'),
  'home-worker': resolve(import.meta.dirname, 'src/main/backups/home-worker.ts'),
  'page-reader': resolve(import.meta.dirname, 'src/main/knowledge/page-reader.ts'),
  'tools-process': resolve(import.meta.dirname, 'src/main/tools/apart/tools-process.ts'),
  'mcp-process': resolve(import.meta.dirname, 'src/main/mcp/client/mcp-process.ts'),
  'terminal-process': resolve(import.meta.dirname, 'src/main/terminals/terminal-process.ts'),
  'script-worker': resolve(import.meta.dirname, 'src/main/workflows/host/scripts/script-worker.ts'),
}

const present = Object.fromEntries(Object.entries(processes).filter(([, file]) => existsSync(file)))

/** The commit of the sources and the time of the build; null outside of a git repository. */
function buildStamp(): { commit: string; builtAt: string } | null {
  const asked = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return asked.status === 0
    ? { commit: asked.stdout.trim(), builtAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z') }
    : null
}

export default defineConfig(({ command }) => ({
  main: {
    // A page of a server is shown only under `npm run dev`: it gets the whole bridge.
    define: {
      ALLOWS_DEV_SERVER: JSON.stringify(command === 'serve'),
      BUILD_STAMP: JSON.stringify(buildStamp()),
    },
    build: {
      target: nodeTarget,
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          start: resolve(import.meta.dirname, 'src/main/start.ts'),
          index: resolve(import.meta.dirname, 'src/main/index.ts'),
          cli: resolve(import.meta.dirname, 'src/main/cli/main.ts'),
          ...present,
        },
        external,
        // CommonJS, since only its compiled code can be kept; see docs/decisions/0014-compiled-code-is-kept.md.
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(import.meta.dirname, 'src/preload/index.ts') },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: resolve(import.meta.dirname, 'src/renderer'),
    // Relative, since the window is served from app:// in any folder.
    base: './',
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: {
      target: chromeTarget,
      minify: true,
      // The content policy allows fonts from the app only, not from data: addresses.
      assetsInlineLimit: (file) => (/\.(woff2?|ttf|otf)$/.test(file) ? false : undefined),
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/renderer/index.html'),
        // All that the first page needs comes in one file: each file is a question to main, which is busy then.
        output: {
          codeSplitting: {
            groups: [{ name: 'first-page', tags: ['$initial'] }],
          },
        },
      },
    },
  },
}))
