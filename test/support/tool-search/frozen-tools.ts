import { type ListedTool, listedTools } from './many-tools.ts'

/** Lines as in the other tables: servers that were written together with closed questions. */
const TABLES: Readonly<Record<string, string>> = {
  warehouse: `
find_item | Locates an article in the warehouse and returns aisle and shelf. | sku
adjust_stock | Corrects the counted quantity of an article. | sku, quantity#
create_shipment | Prepares a parcel for a customer order. | order, address
track_parcel | Returns the current position and expected delivery of a parcel. | number
receive_goods | Books an incoming delivery into stock. | supplier, articles
list_shortages | Lists articles below their minimum quantity. | warehouse
return_label | Generates a label for sending goods back. | order
reserve_dock | Reserves a loading dock for a truck. | day, hour#`,
  recruiting: `
post_job | Publishes a vacancy on job boards. | title, text, salary#
screen_candidates | Ranks applicants by how well they match a vacancy. | job
schedule_interview | Arranges an appointment between applicant and interviewer. | candidate, time
send_offer | Mails an employment contract to an applicant. | candidate, salary#
reject_candidate | Declines an application with a polite letter. | candidate, reason
request_leave | Files a vacation request of an employee. | employee, from, to
payroll_report | Returns wages paid in a month. | month
onboard_employee | Creates accounts and equipment orders for a new colleague. | name, team`,
  property: `
search_listings | Finds apartments and houses for rent or sale. | city, rooms#, max_price#
estimate_value | Appraises what a property is worth. | address
book_viewing | Makes an appointment to visit a property. | listing, time
list_tenants | Lists the tenants of a building with their leases. | building
report_damage | Reports a defect to the landlord. | flat, text
meter_reading | Records the counters of electricity, gas and water. | flat, kind, value#
raise_rent | Increases the rent of a lease. | lease, percent#
utility_bill | Calculates the yearly operating costs of a tenant. | lease, year#`,
  clinic: `
book_appointment | Reserves a slot with a doctor. | doctor, time
lab_results | Returns values of blood and urine tests. | patient
refill_prescription | Renews a prescription at the pharmacy. | patient, drug
check_interactions | Warns of drugs that must not be combined. | drugs
patient_history | Returns diagnoses and treatments of a patient. | patient
vaccination_record | Lists immunizations with dates. | patient
find_specialist | Finds physicians of a field nearby. | field, city
symptom_checker | Suggests possible causes of complaints. | text`,
  studio: `
trim_clip | Cuts the beginning and end of a recording. | file, start#, end#
mix_tracks | Combines several audio tracks into one. | files
remove_noise | Filters hiss and hum out of a recording. | file
detect_tempo | Returns beats per minute of a song. | file
transpose | Shifts a piece by semitones. | file, steps#
add_subtitles | Burns captions into a video. | video, captions
extract_frames | Saves single images from a video. | video, every#
normalize_loudness | Brings recordings to the same volume. | files`,
  maps: `
geocode | Converts a postal address to coordinates. | address
route | Calculates directions between two places. | from, to, mode
nearby | Finds points of interest around a position. | kind, position
elevation | Returns the height above sea level. | position
traffic | Reports congestion and road works. | road
timezone | Returns the local time offset of a place. | place
isochrone | Draws the area reachable within a duration. | position, minutes#
static_map | Renders a map image. | center, zoom#`,
  contracts: `
draft_contract | Writes an agreement from a template. | template, parties
compare_versions | Shows the differences between two drafts. | first, second
find_clause | Searches agreements for a provision. | text
sign_document | Collects electronic signatures. | document, signers
list_deadlines | Lists notice periods and expiry dates. | months#
risk_review | Flags unusual or dangerous provisions. | document
redact | Blacks out personal data. | document
archive_case | Closes a matter and files its records. | case`,
  kitchen: `
suggest_recipe | Proposes dishes from available ingredients. | ingredients
scale_recipe | Converts quantities to another number of servings. | recipe, servings#
shopping_list | Collects missing ingredients for planned dishes. | dishes
nutrition_facts | Returns calories and nutrients of a dish. | dish
set_timer | Starts a countdown. | minutes#
substitute | Names replacements for an ingredient. | ingredient, diet
plan_week | Plans dinners for seven days. | people#, diet
wine_pairing | Recommends a beverage for a dish. | dish`,
}

/** 64 tools in 8 servers. */
export const FROZEN_TOOLS: readonly ListedTool[] = listedTools(TABLES)
