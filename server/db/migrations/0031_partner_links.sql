ALTER TABLE `partners` ADD `link_made_at` integer;--> statement-breakpoint
ALTER TABLE `partners` ADD `link_revoked_at` integer;