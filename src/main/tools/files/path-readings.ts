import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../lib/errno.ts'
import type { PathNeed } from '../tool.ts'
import { locateFile } from './locate-file.ts'
import type { Located } from './locate-path.ts'
import { type PathFlavour, resolvePath } from './project-path.ts'
import { standingAt } from './stored-file.ts'

/** Longer paths and those with line breaks inside are no slips. */
const LONGEST_PATH = 1000

type Scene = { readonly root: string; readonly flavour: PathFlavour }

/**
 * Returns the existing project path meant by a missing one; null for none or several. The caller must check
 * it against the rules like any other path.
 */
export async function meantPath(given: string, need: PathNeed, scene: Scene): Promise<string | null> {
  if (given.length > LONGEST_PATH || given.trim() === '' || (await placeAt(given, scene)) !== null)
    return null
  const readings = readingsOf(given, scene)
  const found = await placesOf(readings, scene)
  if (found.length === 1) return found[0] ?? null
  if (found.length > 1) return null
  // Another case makes another name for a new file.
  if (need === 'new') return await newFile(given, scene)
  const cased = await Promise.all(readings.map((reading) => otherCase(reading, scene)))
  const alike = await placesOf(
    cased.filter((each) => each !== null),
    scene,
  )
  return alike.length === 1 ? (alike[0] ?? null) : null
}

/** The places inside the project that paths lead to, each once. */
async function placesOf(paths: readonly string[], scene: Scene): Promise<readonly string[]> {
  const places = await Promise.all(paths.map((path) => placeAt(path, scene)))
  return [...new Set(places.flatMap((place) => (place === null || place.outside ? [] : [place.shown])))]
}

/** Returns the location of a path; null for a missing or invalid one. */
async function placeAt(path: string, { root, flavour }: Scene): Promise<Located | null> {
  try {
    const place = await locateFile(root, path, flavour)
    return (await standingAt(place)).kind === 'nothing' ? null : place
  } catch (error) {
    if (error instanceof AppError || isErrno(error, 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) return null
    throw error
  }
}

const QUOTES = /^(["'`“‘<])(.*)(["'`”’>])$/s

/** A path without the spaces and quotes around it. */
function tidied(given: string): string {
  const bare = given.trim()
  return QUOTES.exec(bare)?.[2]?.trim() ?? bare
}

/** Returns the other paths that a written path can mean. */
function readingsOf(given: string, { root, flavour }: Scene): readonly string[] {
  const plain = tidied(given)
  const spellings = new Set([plain])
  if (flavour.path.sep === '/' && plain.includes('\\')) spellings.add(plain.replaceAll('\\', '/'))
  for (const spelling of [...spellings]) {
    const url = /^file:\/\//i.test(spelling) ? pathOfUrl(spelling) : null
    if (url !== null) spellings.add(url)
    if (/:\d+(?:[:-]\d+)?$|#L\d+(?:-L?\d+)?$/.test(spelling)) {
      spellings.add(spelling.replace(/:\d+(?:[:-]\d+)?$|#L\d+(?:-L?\d+)?$/, ''))
    }
  }
  const project = flavour.path.basename(root)
  return [...spellings].flatMap((spelling) => [spelling, ...withoutPrefix(spelling, project)])
}

/** A path without what others write before it: `@`, the sides of a diff, a slash for the project, its name. */
function withoutPrefix(path: string, project: string): readonly string[] {
  const found: string[] = []
  if (path.startsWith('@')) found.push(path.slice(1))
  if (/^[ab]\//.test(path)) found.push(path.slice(2))
  if (path.startsWith('/')) found.push(path.replace(/^\/+/, ''))
  const inside = `/${path}`.indexOf(`/${project}/`)
  if (inside !== -1 && project !== '') found.push(path.slice(inside + project.length + 1))
  return found.filter((each) => each !== '')
}

function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url)
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** The same path in the case of letters it has on the disk; null where it has none or several. */
async function otherCase(path: string, { root, flavour }: Scene): Promise<string | null> {
  const way = flavour.path.relative(root, resolveOrRoot(path, { root, flavour }))
  if (way === '' || way.startsWith('..') || flavour.path.isAbsolute(way)) return null
  let folder = root
  for (const part of way.split(flavour.path.sep)) {
    const names = await namesIn(folder)
    const alike = names.filter((name) => name.toLowerCase() === part.toLowerCase())
    const name = alike.includes(part) ? part : alike[0]
    if (name === undefined || (name !== part && alike.length > 1)) return null
    folder = flavour.path.join(folder, name)
  }
  return flavour.path.relative(root, folder)
}

function resolveOrRoot(path: string, { root, flavour }: Scene): string {
  try {
    return resolvePath(root, path, flavour)
  } catch (error) {
    if (error instanceof AppError) return root
    throw error
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return []
    throw error
  }
}

/**
 * A new file under a name that can only be meant otherwise than it is spelt. Where the folder of the path is missing and
 * one reading of it leads to a folder of the project, the file belongs there.
 */
async function newFile(given: string, scene: Scene): Promise<string | null> {
  const { flavour, root } = scene
  const plain = tidied(given)
  const slashed = flavour.path.sep === '/' ? plain.replaceAll('\\', '/') : plain
  const path = /^file:\/\//i.test(slashed) ? (pathOfUrl(slashed) ?? slashed) : slashed
  const { dirname, basename } = flavour.path
  const hasFolder = (await placeAt(dirname(path), scene)) !== null
  const isLiteral = path.startsWith('./') || path.startsWith('/./')
  const others = isLiteral ? [] : withoutPrefix(path, basename(root))
  const readings = hasFolder ? [path] : [path, ...others.filter(isInFolder)]
  const folders = await placesOf(readings.map(dirname), scene)
  const [folder] = folders
  if (folder === undefined && !isLiteral) await mustBeMeant(path, scene)
  if (folder === '.' && path.startsWith('@')) await mustBeMeant(path, scene)
  if (folder === undefined || folders.length > 1 || path === '' || (hasFolder && path === given)) return null
  const name = basename(path)
  return folder === '.' ? name : `${folder}/${name}`
}

/**
 * Throws, worded for the model, for a new path whose first part does not exist and looks like a foreign
 * prefix. The model must clarify, because each interpretation would create a misplaced file.
 */
async function mustBeMeant(path: string, scene: Scene): Promise<void> {
  const { basename, isAbsolute } = scene.flavour.path
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/')
  const project = basename(scene.root)
  const isTop = isAbsolute(path) && path.startsWith('/')
  if (first === '' || (await placeAt(isTop ? `/${first}` : first, scene)) !== null) return
  const asIt = isTop ? `/.${path}` : `./${path}`
  const ask = (why: string, meant: string) => {
    const text = `${why} Nothing was written. Write ${meant}, or ${asIt} if that path is meant.`
    return AppError.forAgent('tool.failed', text)
  }
  if (isTop) throw ask(`${path} is at the top of the disk, not in the project.`, [first, ...rest].join('/'))
  if (path.startsWith('@')) throw ask(`There is no ${first} here.`, path.slice(1))
  const inside = rest.join('/')
  if (inside === '') return
  if (first === 'a' || first === 'b')
    throw ask(`There is no folder ${first} here; a diff writes it before paths.`, inside)
  if (first === project)
    throw ask(`The project folder itself is named ${project}, and it holds no folder ${first}.`, inside)
}

/** Whether a path names a folder. A new folder at the top may be meant where it does not. */
function isInFolder(path: string): boolean {
  return path.includes('/')
}
