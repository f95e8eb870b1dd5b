import type { Words } from './words.ts'

export const spanish: Words = {
  openers: [
    'Vivo en {city} y trabajo de {job}.',
    'De día soy {job}; por la tarde, casi siempre en la calle.',
    'De {city} de toda la vida, y todavía descubro rincones.',
    'Vine a {city} para un año. De eso hace ya bastante.',
    'Soy {job}, me gusta mi trabajo y todavía más el fin de semana.',
    'Al principio soy [tranquilo|tranquila], luego no hay quien me pare.',
    '{city}, una cocina pequeña y una mesa larga para los amigos.',
    'Trabajo de {job} y colecciono buenas historias.',
  ],
  jobs: [
    '[enfermero|enfermera]',
    '[profesor|profesora]',
    '[carpintero|carpintera]',
    '[diseñador|diseñadora]',
    '[veterinario|veterinaria]',
    '[cocinero|cocinera]',
    '[librero|librera]',
    'fisioterapeuta',
    '[ingeniero|ingeniera]',
    '[jardinero|jardinera]',
    'periodista',
    '[panadero|pastelera]',
  ],
  interests: {
    travelling: ['Mi viaje ideal es lento y con ventanilla.', 'En casa siempre hay un mapa abierto.'],
    cooking: ['Los domingos cocino de más, así que ven con hambre.', 'Mi tortilla lleva cebolla, sin discusión.'],
    hiking: ['Los fines de semana me encuentras en el monte con un termo.'],
    reading: ['Leo novela negra y nunca acierto el culpable.'],
    music: ['Una sala pequeña y música en directo, no pido más.', 'Toco la guitarra cuando nadie escucha.'],
    movies: ['En el cine me quedo hasta el final de los créditos.'],
    animals: ['Mi perro elige el camino, yo solo llevo la correa.', 'Vivo con un gato que no paga alquiler.'],
    beach: ['El mar me gusta también en noviembre.'],
    photography: ['Hago fotos de puertas. Hay muchas puertas bonitas.'],
    dancing: ['Bailo regular, pero con ganas.'],
    wine: ['Una copa de tinto y una charla larga, y la noche está hecha.'],
    coffee: ['Sé dónde ponen buen café.'],
    biking: ['Voy en bici a todas partes, llueva o no.'],
    gardening: ['En mi balcón crecen tomates y esperanza.'],
    theater: ['Me encanta el silencio justo antes de que empiece la obra.'],
    sports: ['Los martes, pádel; los miércoles, agujetas.'],
    art: ['En los museos voy sala a sala, sin prisa.'],
  },
  closers: [
    'Busco a alguien con quien hablar de verdad.',
    'Cuéntame tu día, las historias pequeñas son las mejores.',
    'Sin prisa. La amabilidad, primero.',
    'Si sabes reírte de los imprevistos, nos llevaremos bien.',
    'Una buena amistad ya sería mucho, y no descarto más.',
    'Salúdame y dime cuál es tu lugar favorito.',
    'Me gustaría conocer a una persona curiosa y sencilla.',
  ],
  talks: [
    `- ¡Hola, {name}! ¿Qué tal se vive en {city}?
     = ¡Hola! Muy bien, menos en agosto.
     - Te entiendo. Yo en agosto me escapo al norte.
     = Buena idea. ¿Mar o montaña?
     - Montaña, con dos amigos y demasiado queso en la mochila.
     = Nunca hay demasiado queso.
     - Eso mismo digo yo, y nadie me escucha.
     = Yo te escucho 🙂`,
    `- Tu perfil me ha sacado una sonrisa.
     = ¡Gracias! ¿Qué parte?
     - Todo, la verdad. ¿Qué estás leyendo ahora?
     = Una novela negra en una isla. Todos tienen barco y motivo.
     - ¿Y quién ha sido?
     = Sospecho del cartero. Siempre sospecho del cartero.
     - Mantenme al tanto.`,
    `- Pregunta importante: ¿dulce o salado para desayunar?
     = Tostada con tomate, sin dudarlo.
     - Primera prueba superada.
     = ¿Y cuál es la segunda?
     - La tortilla: ¿con o sin cebolla?
     = Con. ¿He aprobado?
     - Con nota.`,
    `- ¿Qué tal el día, {name}?
     = Largo, pero ya estoy en el sofá con una manta. ¿Y el tuyo?
     - Parecido, con más reuniones y menos manta.
     = Entonces te mereces una buena cena.
     - Estoy haciendo lentejas con la receta de mi abuela.
     = Esas recetas son las mejores.`,
    `- ¿Cuál fue tu último concierto?
     = Un trío de jazz en un sótano diminuto, éramos veinte.
     - Esos son los mejores.
     = ¿Tú tocas algo?
     - La guitarra, cuando no están los vecinos.
     = ¿Pobres vecinos o vecinos con suerte?
     - Depende de la canción.`,
    `- ¿Te puedo hacer una pregunta rara?
     = Las mejores. Dime.
     - Si pudieras salir mañana, ¿tren nocturno o barco?
     = Tren nocturno, con ventanilla.
     - Yo igual. ¿Adónde?
     = A cualquier sitio con montañas por la mañana.`,
  ],
  meetings: [
    `- El sábado hay mercadillo de libros en el centro. ¿Vas alguna vez?
     = ¡Siempre! Salgo con tres libros y sin remordimientos.
     - Yo iré sobre las once. ¿Un café después?
     = Vale, en un sitio con gente y con bizcocho.
     - Hecho. ¡Hasta el sábado!`,
    `- Me gusta mucho tu perfil. ¿Un helado el domingo?
     = Me apetece, sí. ¿Se permite pistacho?
     - Se recomienda.
     = ¿A las cinco junto a la fuente?
     - Perfecto. Llevaré la bufanda verde.
     = Y yo llegaré en bici, cinco minutos tarde.`,
  ],
}
