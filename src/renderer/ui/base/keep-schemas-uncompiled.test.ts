import { expect, it, vi } from 'vitest'
import { keepSchemasUncompiled } from './keep-schemas-uncompiled.ts'

it('is heard by the library that is read later', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, '__zod_globalConfig')
  try {
    keepSchemasUncompiled()
    vi.resetModules()
    const { z } = await import('zod')
    expect(z.config()).toMatchObject({ jitless: true })
  } finally {
    if (before !== undefined) Object.defineProperty(globalThis, '__zod_globalConfig', before)
  }
})
