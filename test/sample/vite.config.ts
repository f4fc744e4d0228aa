import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Serves the real window over sample data, for looking at and for taking pictures. Not part of the app. */
// biome-ignore lint/style/noDefaultExport: this is where Vite looks
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    outDir: resolve(import.meta.dirname, '../../out/sample'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
  },
})
