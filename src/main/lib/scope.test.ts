import { describe, expect, it } from 'vitest'
import type { Logger } from './logger.ts'
import { silentLogger } from './logger.ts'
import { createScope } from './scope.ts'

function openScope() {
  const failures: unknown[] = []
  const logger: Logger = { ...silentLogger, error: (_message, error) => void failures.push(error) }
  const ran: string[] = []
  return {
    scope: createScope(logger, 'closed'),
    failures,
    ran,
    note: (name: string) => () => void ran.push(name),
  }
}

describe('createScope', () => {
  it('runs the clean-ups newest first and aborts its signal before them', async () => {
    const { scope, ran, note } = openScope()
    scope.add(note('first'))
    scope.add(() => void ran.push(`aborted: ${scope.signal.aborted}`))
    scope.add(note('last'))
    await scope.close()
    expect(ran).toEqual(['last', 'aborted: true', 'first'])
  })

  it('closes once however often it is told to', async () => {
    const { scope, ran, note } = openScope()
    scope.add(note('once'))
    await Promise.all([scope.close(), scope.close()])
    await scope.close()
    expect(ran).toEqual(['once'])
  })

  it('goes on after a clean-up that fails and reports it', async () => {
    const { scope, ran, failures, note } = openScope()
    const broken = new Error('broken')
    scope.add(note('older'))
    scope.add(() => Promise.reject(broken))
    await scope.close()
    expect({ ran, failures }).toEqual({ ran: ['older'], failures: [broken] })
  })

  it('runs a clean-up at once when it was closed before', async () => {
    const { scope, ran, note } = openScope()
    await scope.close()
    scope.add(note('late'))
    expect(ran).toEqual(['late'])
  })

  it('waits, when it is closed again, for a clean-up that came late', async () => {
    const { scope, ran } = openScope()
    await scope.close()
    scope.add(async () => {
      await Promise.resolve()
      ran.push('late')
    })
    await scope.close()
    expect(ran).toEqual(['late'])
  })

  it('waits for what is added while it closes', async () => {
    const { scope, ran, note } = openScope()
    scope.add(note('oldest'))
    scope.add(async () => {
      await Promise.resolve()
      scope.add(note('added'))
    })
    await scope.close()
    expect(ran).toEqual(['added', 'oldest'])
  })

  it('reports a late clean-up that fails instead of throwing at its adder', async () => {
    const { scope, failures } = openScope()
    const broken = new Error('broken')
    await scope.close()
    scope.add(() => {
      throw broken
    })
    scope.add(() => Promise.reject(broken))
    await scope.close()
    expect(failures).toEqual([broken, broken])
  })
})
