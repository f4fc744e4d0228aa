/**
 * Gives a worker of the end-to-end tests its desktop: display, session bus, keyring and home folder. Runs before
 * each test file. Vitest numbers its workers from 1 and reuses the numbers.
 */
const desktops: unknown = JSON.parse(process.env['ORRERY_TEST_DESKTOPS'] ?? '[]')
const own: unknown = Array.isArray(desktops) ? desktops[Number(process.env['VITEST_POOL_ID']) - 1] : undefined
if (typeof own !== 'object' || own === null)
  throw new Error('This worker has no desktop. Start the stories with npm run e2e.')
Object.assign(process.env, own)
