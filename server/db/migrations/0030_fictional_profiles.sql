CREATE TABLE `fictional_personas` (
	`profile` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `profiles_fictional` ON `profiles` (`id`) WHERE fictional = 1;