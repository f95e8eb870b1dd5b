CREATE TABLE `site_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`at` integer NOT NULL
);
