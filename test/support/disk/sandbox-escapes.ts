import { CACHES } from '../escapes/caches.ts'
import { DEPTH } from '../escapes/depth.ts'
import type { Escape } from '../escapes/escape.ts'
import { LIMITS } from '../escapes/limits.ts'
import { NETWORK } from '../escapes/network.ts'
import { PROGRAMS } from '../escapes/programs.ts'
import { SECRETS } from '../escapes/secrets.ts'
import { STEERING } from '../escapes/steering.ts'
import { FILES } from '../escapes/writes.ts'

export type { Escape } from '../escapes/escape.ts'

/** Every way out of the sandbox that the tests try. */
export const ESCAPES: readonly (Escape & { readonly group: string })[] = [
  ...FILES.map((each) => ({ ...each, group: 'writes' })),
  ...STEERING.map((each) => ({ ...each, group: 'steers' })),
  ...DEPTH.map((each) => ({ ...each, group: 'steers from afar' })),
  ...CACHES.map((each) => ({ ...each, group: 'changes caches' })),
  ...LIMITS.map((each) => ({ ...each, group: 'takes more' })),
  ...SECRETS.map((each) => ({ ...each, group: 'reads' })),
  ...PROGRAMS.map((each) => ({ ...each, group: 'reaches programs' })),
  ...NETWORK.map((each) => ({ ...each, group: 'reaches the network' })),
]
