import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/** The app without Electron as a library for plain Node: what benches and tools import. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'node20.18',
    outDir: resolve(import.meta.dirname, 'out/headless'),
    emptyOutDir: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: { headless: resolve(import.meta.dirname, 'src/main/headless.ts') },
      external: ['better-sqlite3', 'keytar', '@vscode/ripgrep', 'electron'],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
})
