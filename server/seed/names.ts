/** First names by origin and gender; at least three letters long, as the signup requires [ACC-2]. */
import type { Gender, Origin } from './look.ts'
import { placeNames } from './names-of-places.ts'
import type { Random } from './random.ts'

type Names = Record<Gender, readonly string[]>

const split = (text: string): readonly string[] => text.trim().split(/\s+/)

const byPlace = new Map<string, Names>(
  placeNames.map(([place, female, male]) => [place, { female: split(female), male: split(male) }]),
)

/** Families with foreign origins live in every country. */
const byOrigin: Record<Exclude<Origin, 'european'>, Names> = {
  african: {
    female: split(
      'Amara Ngozi Fatou Abena Zola Imani Thandi Nia Adaeze Efua Makena Ayana Chidinma Aminata Wanjiru Lindiwe',
    ),
    male: split(
      'Kofi Kwame Emeka Sekou Chidi Tunde Themba Jabari Ousmane Mamadou Amadi Kwesi Babacar Sipho Dayo Obinna',
    ),
  },
  arabic: {
    female: split('Amira Layla Noor Yasmin Salma Samira Nadia Rania Farah Leila Dunya Hanan Zahra Soraya Malika Inaya'),
    male: split('Youssef Karim Omar Samir Tarek Bilal Nabil Rachid Hamza Idris Walid Anwar Faris Jamal Khalid Ziad'),
  },
  south_asian: {
    female: split(
      'Priya Anjali Meera Kavya Divya Nisha Asha Leela Sunita Rekha Ishani Tara Shreya Anika Radhika Pooja',
    ),
    male: split('Arjun Rohan Vikram Sanjay Amit Nikhil Rahul Kiran Dev Anil Suresh Varun Ravi Harpreet Gurdeep Ashok'),
  },
  east_asian: {
    female: split('Yuki Mei Hana Linh Sakura Jia Minji Xiu Aiko Thuy Soyeon Lan Keiko Ying Emiko Haru'),
    male: split('Kenji Minh Wei Jun Hiro Takeshi Tuan Jihoon Cheng Daichi Long Haruto Sung Akira Duc Ren'),
  },
}

/** @param place a country, or `country-language` if names depend on the language (`BE-fr`) */
export const nameFor = (place: string, gender: Gender, origin: Origin, random: Random): string => {
  const names = origin === 'european' ? byPlace.get(place) : byOrigin[origin]
  if (!names) throw new Error(`No names for ${place}`)
  return random.pick(names[gender])
}
