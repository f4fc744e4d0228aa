import type { Catalogue } from '../message.ts'

export const shell = {} as const satisfies Catalogue
