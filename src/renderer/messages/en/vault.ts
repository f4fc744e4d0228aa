import type { Catalogue } from '../message.ts'

export const vault = {} as const satisfies Catalogue
