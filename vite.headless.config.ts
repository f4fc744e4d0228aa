import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The app without Electron as a library for plain Node, and what `npm run bench` runs. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'node20.18',
    outDir: resolve(root, 'out/headless'),
    emptyOutDir: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: { headless: resolve(root, 'src/main/headless.ts'), ...programsIn('bench') },
      external: [
        ...['better-sqlite3', 'sqlite-vec', 'keytar', '@lydell/node-pty', '@vscode/ripgrep'],
        ...['electron', 'playwright'],
      ],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
})

/** Each bench and each process that a bench starts, by its name. */
function programsIn(folder: string): Record<string, string> {
  const names = readdirSync(resolve(root, folder)).filter((name) => /\.(bench|process)\.ts$/.test(name))
  return Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ''), resolve(root, folder, name)]))
}
