DROP INDEX `profiles_active`;--> statement-breakpoint
DROP INDEX `profiles_year`;--> statement-breakpoint
DROP INDEX `profiles_region`;--> statement-breakpoint
DROP INDEX `profiles_region_year`;--> statement-breakpoint
DROP INDEX `profiles_anywhere`;--> statement-breakpoint
DROP INDEX `profiles_anywhere_year`;--> statement-breakpoint
CREATE INDEX `profiles_city` ON `profiles` (`gender`,`city`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`gender`,`country`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_year` ON `profiles` (`gender`,`country`,`birth_year`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_region` ON `profiles` (`gender`,`country`,`region`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_region_year` ON `profiles` (`gender`,`country`,`region`,`birth_year`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_anywhere` ON `profiles` (`gender`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_anywhere_year` ON `profiles` (`gender`,`birth_year`,last_active desc,id desc,`birth_date`,`main_photo`,`reserved`,`fictional`) WHERE searchable = 1;