import type { Catalogue } from '../message.ts'

export const projects = {} as const satisfies Catalogue
