import type { Words } from './words.ts'

export const french: Words = {
  openers: [
    'J’habite à {city} et je travaille comme {job}.',
    'Le jour je suis {job}, le soir je suis presque toujours dehors.',
    'À {city} depuis longtemps, et j’y découvre encore des ruelles.',
    '[Venu|Venue] à {city} pour un an. C’était il y a un moment.',
    'Je suis {job}, j’aime mon métier et encore plus le vendredi soir.',
    'Calme au début, intarissable ensuite : c’est ce que disent mes amis.',
    '{city}, une petite cuisine, une grande table.',
    'Je travaille comme {job} et je collectionne les bonnes histoires.',
  ],
  jobs: [
    '[infirmier|infirmière]',
    '[professeur|professeure]',
    'ébéniste',
    'graphiste',
    'vétérinaire',
    '[cuisinier|cuisinière]',
    'libraire',
    'kinésithérapeute',
    '[ingénieur|ingénieure]',
    '[jardinier|jardinière]',
    'journaliste',
    '[boulanger|pâtissière]',
  ],
  interests: {
    travelling: ['Voyager lentement, côté fenêtre, voilà mes vacances.', 'Il y a toujours une carte ouverte chez moi.'],
    cooking: ['Le dimanche je cuisine trop, alors viens avec de l’appétit.'],
    hiking: ['Le week-end, on me trouve sur un sentier avec un thermos.'],
    reading: ['Je lis des polars et je me trompe toujours de coupable.'],
    music: [
      'Une petite salle et un vrai groupe, cela suffit à ma soirée.',
      'Je joue du piano quand personne n’écoute.',
    ],
    movies: ['Au cinéma, je reste jusqu’à la fin du générique.'],
    animals: [
      'Mon chien choisit le chemin, je tiens la laisse.',
      'Je partage mon canapé avec un chat qui ne paie pas de loyer.',
    ],
    beach: ['J’aime la mer même en novembre.'],
    photography: ['Je photographie des portes. Il y en a de très belles.'],
    dancing: ['Je danse mal, mais avec plaisir.'],
    wine: ['Un verre de rouge et une longue conversation, et la soirée est réussie.'],
    coffee: ['Je sais où trouver un bon café.'],
    biking: ['À vélo partout, même sous la pluie.'],
    gardening: ['Sur mon balcon poussent des tomates et un peu d’espoir.'],
    theater: ['J’aime le silence juste avant le lever du rideau.'],
    sports: ['Mardi badminton, mercredi courbatures.'],
    art: ['Au musée, une salle à la fois.'],
  },
  closers: [
    'Je cherche quelqu’un avec qui parler vraiment.',
    'Raconte-moi ta journée, les petites histoires sont les meilleures.',
    'Rien ne presse. La gentillesse d’abord.',
    'Si tu sais rire de la pluie, on va s’entendre.',
    'Une belle amitié serait déjà beaucoup, et plus n’est pas exclu.',
    'Dis bonjour et parle-moi de ton endroit préféré.',
    'J’aimerais rencontrer une personne curieuse et simple.',
  ],
  talks: [
    `- Bonjour {name} ! On vit bien à {city} ?
     = Bonjour ! Très bien, sauf quand il pleut de travers.
     - Cela forge le caractère, paraît-il.
     = Alors j’en ai beaucoup. Et toi ?
     - Toujours un parapluie dans le sac, et de l’espoir.
     = Et par beau temps ?
     - Je marche jusqu’à une boulangerie, puis je rentre par le chemin le plus long.
     = Un très bon dimanche, en somme.`,
    `- Ton profil m’a fait sourire.
     = Merci ! Quelle partie ?
     - Tout, en fait. Que lis-tu en ce moment ?
     = Un polar sur une île. Tout le monde a un bateau et un mobile.
     - Et le coupable ?
     = Je soupçonne le facteur. Je soupçonne toujours le facteur.
     - Tiens-moi au courant.`,
    `- Question importante : sucré ou salé au petit déjeuner ?
     = Sucré, tartines et confiture d’abricots.
     - Première épreuve réussie.
     = Et la deuxième ?
     - Le croissant : on le trempe ou pas ?
     = On le trempe, évidemment.
     - Je crois qu’on va s’entendre.`,
    `- Comment s’est passée ta journée, {name} ?
     = Longue, mais me voilà sous une couverture. Et la tienne ?
     - Pareille, avec plus de réunions et moins de couverture.
     = Alors tu mérites un vrai dîner.
     - Je prépare une soupe d’après la recette de ma grand-mère.
     = Les meilleures recettes viennent de là.`,
    `- Quel est le dernier concert que tu as vu ?
     = Un trio de jazz dans une cave minuscule, on était vingt.
     - Ce sont les plus beaux.
     = Tu joues de quelque chose ?
     - De la guitare, quand les voisins sont absents.
     = Pauvres voisins ou heureux voisins ?
     - Cela dépend de la chanson.`,
    `- Je peux te poser une question un peu étrange ?
     = Ce sont les meilleures.
     - Si tu partais demain : train de nuit ou bateau ?
     = Train de nuit, côté fenêtre.
     - Moi aussi. Pour aller où ?
     = N’importe où, pourvu qu’il y ait des montagnes au réveil.`,
  ],
  meetings: [
    `- Samedi il y a le marché aux livres. Tu y vas parfois ?
     = Toujours ! J’en ressors avec trois livres et aucun regret.
     - J’y serai vers onze heures. Un café ensuite ?
     = Avec plaisir, dans un endroit animé et avec un gâteau.
     - Marché conclu. À samedi !`,
    `- Ton profil me plaît beaucoup. Une glace dimanche ?
     = Oui, volontiers. La pistache est permise ?
     - Elle est conseillée.
     = Alors à cinq heures, près de la fontaine ?
     - Parfait. J’aurai une écharpe verte.
     = Et moi j’arriverai à vélo, avec cinq minutes de retard.`,
  ],
}
