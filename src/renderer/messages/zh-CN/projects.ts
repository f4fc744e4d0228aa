import type { projects as en } from '../en/projects.ts'
import { translationOf } from '../message.ts'

export const projects = translationOf<typeof en>()({})
