import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse } from 'smol-toml'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The words of a game, without the sentences of its rules: those come from the server. */
function gameWords(): Plugin {
  return {
    name: 'game-words',
    transform(source, id) {
      if (!id.endsWith('.toml')) return null
      const words = parse(source)
      for (const table of ['rules', 'describe', 'statistic']) delete words[table]
      return { code: `export default ${JSON.stringify(words)}`, map: null }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), gameWords()],
  build: { outDir: '../src/triumvir/server/page', emptyOutDir: true, target: 'es2022' },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.TRIUMVIR_SERVER ?? 'http://127.0.0.1:8000', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
