import type { Numbers } from '../../../ui/base/numbers.ts'

/** Formats memory in megabytes: 5 MB, 762 MB, 1,240 MB. */
export const memoryText = (bytes: number, numbers: Pick<Numbers, 'whole'>): string =>
  `${numbers.whole(Math.max(1, Math.round(bytes / 1_000_000)))} MB`
