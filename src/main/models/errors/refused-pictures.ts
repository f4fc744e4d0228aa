/** Error texts about images in general, and about content other than text. */
const ABOUT_PICTURES =
  /image|mmproj|\bvision\b|multi-?modal|content\W{0,12}(?:\S+ ){0,4}(?:must|should) be a (?:valid )?string/i
/** Error texts about a single image, when others may be accepted. */
const ABOUT_ONE_PICTURE =
  /exceed|too (?:large|big|small|many)|larger|\d ?[KM]i?B\b|dimension|resolution|decod|corrupt|download|fetch|format|could not process/i
/** Servers refuse pictures in many ways: as a bad request, as something they do not have, as a failure of their own. */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 415, 422, 500, 501])

/** Whether a refusal says that the model sees no pictures at all. */
export function refusesPictures(status: number | null, words: string): boolean {
  return STATUSES.has(status ?? 0) && isAboutAllPictures(words)
}

/** Whether an error text is about pictures as such, and not about one of them. */
export function isAboutAllPictures(words: string): boolean {
  return ABOUT_PICTURES.test(words) && !ABOUT_ONE_PICTURE.test(words)
}

/** Whether a refusal is about the size, the number or the form of pictures. */
export function isAboutOnePicture(words: string): boolean {
  return /image|picture|photo/i.test(words) && ABOUT_ONE_PICTURE.test(words)
}
