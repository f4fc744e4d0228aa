import { expect, it } from 'vitest'
import { isScanDue } from './scan-surroundings.ts'

it('scans again after each program, and after other calls once the last scan is old', () => {
  expect(isScanDue({ access: 'execute' }, 0)).toBe(true)
  expect(isScanDue({ access: 'read' }, 100)).toBe(false)
  expect(isScanDue({ access: 'edit' }, 4_999)).toBe(false)
  expect(isScanDue({ access: 'read' }, 5_000)).toBe(true)
})
