/** First names by origin and gender; at least three letters long, as the signup requires [ACC-2]. */
import type { Gender, LookOrigin } from './look.ts'
import type { Random } from './random.ts'

/** The first names: by place, women's and men's. */
const placeNames: readonly (readonly [place: string, female: string, male: string])[] = [
  [
    'IT',
    'Giulia Martina Chiara Francesca Sara Valentina Alessia Elena Federica Silvia Laura Paola Anna Ilaria Elisa Roberta Claudia Serena Giorgia Monica Cristina Beatrice Michela Sofia Lucia Barbara Arianna Noemi Daniela Caterina',
    'Marco Luca Andrea Matteo Alessandro Davide Francesco Stefano Simone Giuseppe Antonio Paolo Roberto Lorenzo Riccardo Fabio Daniele Giovanni Filippo Massimo Nicola Emanuele Enrico Tommaso Gabriele Pietro Salvatore Alberto Claudio Michele',
  ],
  [
    'IE',
    'Aoife Ciara Niamh Sinéad Orla Maeve Róisín Gráinne Siobhán Aisling Caoimhe Clodagh Deirdre Eimear Fiona Emma Sarah Laura Kate Rachel Grace Emer Saoirse Bríd Una Maura Sorcha Nuala Helen Muireann',
    'Conor Eoin Cian Oisín Seán Patrick Liam Declan Darragh Fergal Cathal Ronan Brendan Aidan Colm Eamon Rory Kevin Niall Donal Tadhg Diarmuid Finn Shane Barry Gavin Padraig Ciarán Killian Michael',
  ],
  [
    'GB',
    'Emily Charlotte Sophie Hannah Jessica Lucy Amy Rebecca Helen Rachel Gemma Claire Victoria Alice Eleanor Harriet Bethan Kirsty Fiona Megan Holly Naomi Ruth Catherine Joanne Isla Georgia Abigail Heather Louise',
    'James Oliver Thomas Daniel Matthew Andrew Ben Adam Callum Jack Harry George Simon Robert Stephen Alistair Ewan Rhys Gareth Graham Edward Luke Joseph Martin Craig Ian Nathan Lewis Owen Philip',
  ],
  [
    'US',
    'Ashley Jessica Emily Madison Hannah Lauren Megan Nicole Rachel Samantha Taylor Brooke Amanda Stephanie Melissa Jennifer Kimberly Natalie Grace Olivia Savannah Audrey Danielle Heather Erin Vanessa Monica Allison Paige Diana',
    'Michael Tyler Brandon Joshua Ryan Justin Kevin Jason Eric Brian Austin Jordan Logan Ethan Mason Carlos Marcus Derek Scott Travis Nathan Zachary Dylan Aaron Greg Jeremy Cody Patrick Steven Trevor',
  ],
  [
    'CA',
    'Emma Olivia Hannah Claire Megan Kaitlyn Sarah Alyssa Brianna Heather Melanie Jenna Leah Paige Robin Natasha Erica Shannon Tessa Maya Bronwyn Jillian Carly Allison Nora Audrey Kendra Victoria Sydney Marlene',
    'Liam Connor Ryan Tyler Evan Logan Brady Colin Derek Graham Ian Jesse Kyle Lucas Mitchell Nolan Owen Reid Spencer Travis Wyatt Bryce Cameron Darcy Gordon Mark Stuart Trevor Wesley Adrian',
  ],
  [
    'AU',
    'Olivia Charlotte Mia Chloe Georgia Matilda Ruby Zoe Imogen Tahlia Kirra Jasmine Caitlin Bronte Phoebe Kylie Lauren Tara Holly Brooke Nicole Rachael Melanie Samantha Keira Alana Jodie Belinda Kate Sienna',
    'Jack Lachlan Cooper Noah Riley Mitchell Angus Hamish Blake Jarrod Darcy Flynn Hugo Callum Shane Brett Craig Damien Luke Nathan Toby Xavier Zac Ethan Bailey Aaron Dean Heath Rohan Tim',
  ],
  [
    'NZ',
    'Aroha Marama Ngaire Moana Charlotte Isla Sophie Amelia Hannah Olivia Georgia Kate Anna Rebecca Jessica Tessa Kiri Hinemoa Anahera Lucy Bridget Philippa Nicola Stacey Melissa Emma Grace Holly Paige Rosie',
    'Tane Wiremu Rangi Nikau Kauri Matiu Tama Hemi Jack Liam Oliver Hamish Angus Cameron Blair Campbell Callum Reuben Toby Jonty Brodie Scott Gareth Brent Duncan Finlay Josh Logan Nathan Sam',
  ],
  [
    'DE',
    'Anna Lena Julia Katharina Sarah Laura Lisa Hannah Sophie Marie Nina Claudia Sabine Petra Andrea Susanne Birgit Johanna Clara Greta Frieda Ines Franziska Melanie Stefanie Tanja Miriam Theresa Carolin Heike',
    'Lukas Felix Jonas Maximilian Paul Leon Tim Jan Stefan Thomas Michael Andreas Markus Christian Sebastian Florian Tobias Matthias Niklas Philipp Moritz Simon Daniel Frank Uwe Holger Henrik Johannes Anton Torsten',
  ],
  [
    'AT',
    'Anna Magdalena Theresa Viktoria Katharina Barbara Elisabeth Birgit Daniela Verena Carina Bettina Sandra Eva Lisa Johanna Valentina Nora Leonie Sabrina Doris Manuela Cornelia Judith Ursula Hannah Marlene Stefanie Gerlinde Romana',
    'Lukas Florian Stefan Georg Martin Bernhard Christoph Thomas Michael Andreas Wolfgang Gerhard Markus Manuel Dominik Alexander Patrick Josef Reinhard Clemens Leopold Fabian Jakob Simon Matthias Hannes Gregor Rainer Tobias Valentin',
  ],
  [
    'CH',
    'Nina Lea Sarah Laura Sandra Corinne Nadja Andrea Claudia Monika Regula Ursina Seraina Livia Fabienne Ramona Anja Jasmin Vera Ladina Flurina Selina Daniela Brigitte Priska Noemi Mirjam Karin Tamara Nicole',
    'Reto Urs Beat Lukas Simon David Marco Andreas Thomas Daniel Patrick Stefan Roger Michael Christian Fabian Raphael Dominik Sandro Adrian Jonas Gian Flurin Severin Matthias Martin Pascal Silvan Manuel Cyrill',
  ],
  [
    'ES',
    'Lucía María Carmen Laura Marta Ana Paula Cristina Elena Sara Andrea Alba Irene Raquel Silvia Patricia Nuria Beatriz Rocío Isabel Inés Noelia Clara Montserrat Pilar Teresa Sonia Ainhoa Marina Lorena',
    'Javier Carlos Daniel David Alejandro Pablo Sergio Álvaro Adrián Diego Jorge Manuel Miguel Antonio Rubén Iván Raúl Víctor Fernando Luis Marcos Hugo Jaime Ignacio Óscar Andrés Roberto Francisco Joaquín Íker',
  ],
  [
    'FR',
    'Camille Léa Manon Chloé Julie Marie Sophie Claire Pauline Sarah Émilie Charlotte Céline Aurélie Mathilde Élodie Juliette Lucie Marion Caroline Nathalie Isabelle Hélène Margaux Inès Anaïs Virginie Sandrine Florence Agathe',
    'Thomas Nicolas Julien Alexandre Antoine Maxime Pierre Clément Guillaume Lucas Hugo Mathieu Romain Vincent Benoît François Olivier Laurent Sébastien Baptiste Louis Arthur Paul Rémi Damien Jérôme Stéphane Théo Quentin Adrien',
  ],
  [
    'BE-nl',
    'Lotte Emma Marie Charlotte Sofie Katrien Evelien Sarah Lien Annelies Griet Hilde Joke Femke Laura Eline Ilse Els Tine Nele Veerle Liesbeth Hanne Julie Goedele Silke Kim Marijke Leen Karen',
    'Pieter Wout Bram Jonas Thomas Dries Koen Stijn Joris Jeroen Wim Bart Geert Tom Kristof Arne Jens Simon Ruben Maarten Lander Senne Filip Dirk Luc Brecht Tijs Hannes Nick Sander',
  ],
  [
    'BE-fr',
    'Camille Élise Marie Amandine Céline Julie Charlotte Laurence Valérie Isabelle Sophie Aurore Caroline Delphine Émilie Nathalie Pauline Manon Justine Catherine Bénédicte Florence Anne Stéphanie Laura',
    'Nicolas Benoît Olivier Xavier Maxime Thibault Antoine François Philippe Quentin Laurent Sébastien Guillaume Loïc Arnaud Christophe Jérôme Cédric Simon Vincent Geoffrey Michel Adrien Mathieu Gilles',
  ],
  [
    'NL',
    'Sanne Lotte Emma Femke Anouk Marloes Iris Fleur Eva Roos Maaike Linda Ingrid Marieke Esther Judith Willemijn Saskia Floor Inge Annemarie Renate Julia Lieke Nienke Noortje Petra Wendy Hanneke Sophie',
    'Daan Sem Bram Thijs Jeroen Sander Maarten Joost Pieter Wouter Tim Bas Ruben Lars Niels Koen Martijn Rick Dennis Erik Jasper Gijs Hugo Marcel Henk Rob Stefan Willem Floris Arjan',
  ],
  [
    'PL',
    'Anna Katarzyna Magdalena Agnieszka Joanna Aleksandra Natalia Karolina Monika Ewa Zuzanna Julia Maja Weronika Paulina Dominika Marta Beata Iwona Dorota Małgorzata Justyna Kinga Patrycja Sylwia Izabela Renata Oliwia Alicja Hanna',
    'Piotr Tomasz Paweł Michał Marcin Krzysztof Jakub Mateusz Łukasz Kamil Adam Bartosz Wojciech Maciej Rafał Grzegorz Dawid Szymon Jan Andrzej Marek Dariusz Sebastian Artur Karol Robert Damian Filip Zbigniew Przemysław',
  ],
]

type Names = Record<Gender, readonly string[]>

const split = (text: string): readonly string[] => text.trim().split(/\s+/)

const byPlace = new Map<string, Names>(
  placeNames.map(([place, female, male]) => [place, { female: split(female), male: split(male) }]),
)

/** Families with foreign origins live in every country. */
const byOrigin: Record<Exclude<LookOrigin, 'european'>, Names> = {
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
export const nameFor = (place: string, gender: Gender, origin: LookOrigin, random: Random): string => {
  const names = origin === 'european' ? byPlace.get(place) : byOrigin[origin]
  if (!names) throw new Error(`No names for ${place}`)
  return random.pick(names[gender])
}
